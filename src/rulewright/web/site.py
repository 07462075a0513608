"""What all requests to one server share."""

from __future__ import annotations

from rulewright.store.database import Database
from rulewright.web.computing.balance_jobs import Jobs
from rulewright.web.computing.odds_desk import Desk
from rulewright.web.computing.pool import Computing
from rulewright.web.config import Config
from rulewright.web.live.hub import Hub
from rulewright.web.people.links import Links
from rulewright.web.people.security import Rates
from rulewright.web.people.session import Sessions


class Site:
    """The settings, the store, the open tables, and what signs and counts."""

    def __init__(self, config: Config, database: Database, secret: str) -> None:
        self.config = config
        self.database = database
        self.hub = Hub(database)
        self.computing = Computing()
        self.odds = Desk()
        self.links = Links(secret)
        self.jobs = Jobs(self.computing, self.links)
        self.sessions = Sessions(secret)
        self.posts = Rates(config.limit_posts)
        self.joins = Rates(config.limit_joins)
        self.new_tables = Rates(config.limit_new_tables)
        self.stopping = False
