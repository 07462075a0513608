"""The steps from each version of the schema to the next, run by Alembic from `rulewright.store.migrating`."""
