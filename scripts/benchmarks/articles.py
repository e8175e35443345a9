"""A search among many articles: common and rare words, beginnings, and words with typing mistakes."""

import json

from program import built, call
from rows import Row

articles = 10_000


def run(peers_only):
    if peers_only:
        return []
    found = json.loads(call(built("breathe-bench"), "articles", "--count", articles))
    return [
        Row(f"search among {articles:,} articles, median", "ms", found["medianMilliseconds"]),
        Row(f"search among {articles:,} articles, p99", "ms", found["p99Milliseconds"], at_most=20),
    ]
