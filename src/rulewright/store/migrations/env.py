"""What Alembic runs: the migrations on the connection that it is handed, inside that connection's transaction."""

from __future__ import annotations

from alembic import context

from rulewright.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
