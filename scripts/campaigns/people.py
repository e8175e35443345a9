"""The accounts of a campaign: those who watch, each with a fence around all reports, and many who report."""

import base64
import hashlib
import os
import time
from typing import NamedTuple

from program import Missing

#: An account may report five times an hour.
reports_each = 5
#: Over a webhook an allergen comes once an hour, so there are many, and reports go from one to the next after some.
allergens = ["birch", "alder", "hazel", "ash", "oak", "beech", "plane", "olive", "grass", "mugwort", "hornbeam", "chestnut",
             "cypress", "elm", "walnut", "poplar", "willow", "maple", "lime", "pine"]
run = 8
#: The middle of all reports. They lie on a grid whose places are more than 3 km apart, so that no two join.
middle, steps, spacing = (8.0, 47.0), 80, 0.05
radius = 290_000


def place(number):
    """A place of the grid, row after row, to and fro: no account could be far from its last report a moment later."""
    row, column = divmod(number, steps)
    if row % 2:
        column = steps - 1 - column
    return [round(axis + spacing * (step - steps / 2), 3) for axis, step in zip(middle, (column, row))]


def report(number):
    """The body of one report of all: none has allergen and place of another."""
    turn, step = divmod(number, steps * steps)
    if turn >= len(allergens):
        raise Missing("the campaign has no more places for reports")
    if turn % 2:
        step = steps * steps - 1 - step
    allergen = allergens[(step // run + turn) % len(allergens)]
    return {"area": {"type": "Point", "coordinates": place(step)}, "allergens": [allergen], "symptoms": ["sneezing"]}


def fence():
    return {
        "name": "Campaign", "area": {"type": "Point", "coordinates": list(middle)}, "radius": radius, "alerts": ["user"],
        "allergens": [{"allergen": name} for name in allergens]}


class Person(NamedTuple):
    account: int
    name: str
    token: str


class Crowd:
    """Makes accounts like one that the program made: its own command would take a second for each."""

    def __init__(self, program):
        self.program, self.made = program, 0
        program.account("model")

    def add(self, name, count):
        """So many new people."""
        people = []
        for number in range(count):
            public, secret = os.urandom(8).hex(), base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()
            people.append((f"{name}-{self.made + number}", public, hashlib.sha256(secret.encode()).digest(),
                           f"bea_{public}_{secret}"))
        self.made += count
        with self.program.cluster.connect() as connection, connection.cursor() as cursor:
            cursor.executemany(
                """
                WITH made AS (INSERT INTO account (name, created) VALUES (%s, %s) RETURNING id, created),
                agreed AS (
                    INSERT INTO consent (account, purpose, version, source, given)
                    SELECT made.id, purpose, version, source, made.created FROM made, consent
                    WHERE consent.account = (SELECT id FROM account WHERE name = 'model'))
                INSERT INTO credential (id, account, hash, created) SELECT %s, id, %s, created FROM made
                """,
                [(name, int(time.time() * 1000), public, proof) for name, public, proof, _ in people])
            known = dict(connection.execute(
                "SELECT name, id FROM account WHERE name = ANY (%s)", [[name for name, *_ in people]]).fetchall())
        return [Person(known[name], name, token) for name, *_, token in people]
