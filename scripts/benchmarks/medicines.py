"""Reminders of medicines: those of 100,000 people in the same minute, and over a kill -9."""

import reminders


def run(peers_only):
    return [] if peers_only else reminders.reminded("medicine")
