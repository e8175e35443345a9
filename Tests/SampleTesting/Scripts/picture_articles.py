"""The articles of the pictures, both by ben: one that anna sent back with a remark, and one that waits for her."""

SOURCE = {
    "title": "Pollen food syndrome in the UK", "publisher": "Skypala IJ et al., Clinical & Experimental Allergy",
    "url": "https://doi.org/10.1111/cea.14208", "date": "2022",
}
CHARTS = {
    "title": "National Allergy Bureau: Reading the charts", "publisher": "American Academy of Allergy, Asthma & Immunology",
    "url": "https://www.aaaai.org/global/nab-pollen-counts/reading-the-charts", "date": "2026",
}


def manuscript(title, summary, body, keywords, source, byline):
    """A complete article in English."""
    return {
        "texts": [{"language": "en", "title": title, "summary": summary, "body": body, "alternative": None}],
        "keywords": keywords, "sources": [source], "reviewAgain": "2028-04-10", "byline": byline, "keepsByline": True,
    }


APPLES = manuscript(
    "Birch and apples", "Why an apple can itch in spring, and why apple cake often does not.", """## Why it happens

Some proteins in apples look much like those in birch pollen. The immune system mixes them up [1].

Mostly it stays in the mouth: within minutes, the lips or the throat itch or tingle [1].

## Raw or cooked

- These proteins are delicate. Many people react to a raw apple, but not to apple cake [1].
- Nobody has to give up foods that they eat and feel well with.
""", ["food-allergy", "pollen"], SOURCE, "Dr. Ben Weber")
COUNTS = manuscript(
    "What a pollen count says", "How yesterday’s grains become a number, and what it cannot tell you.", """## A day in one number

A count says how many grains were in a cubic metre of air, on average over a day [1].

It is a number of yesterday, and of one place. Under a birch in bloom, there is far more.

## Your own threshold

There is no count that is safe for everybody. Some people sneeze at a few grains, others at a hundred. A diary beside the counts shows where your own threshold is.
""", ["pollen", "stations"], CHARTS, "Dr. Ben Weber")
REMARK = {
    "language": "en", "paragraph": 3, "quote": "Mostly it stays in the mouth: within minutes, the lips or the throat itch or tingle [1].",
    "text": "Please add when it becomes dangerous, and what to do then.",
}
PRAISE = {"language": "en", "paragraph": 0, "quote": "", "text": "Clear and short. One question about the last paragraph follows."}


def hand_in(service, text, token):
    """Begins an article and hands it in; returns its identifier."""
    article = service.send("POST", "/v1/me/articles", text, token)["article"]["id"]
    service.send("POST", f"/v1/me/articles/{article}/acts", {"act": "submit"}, token)
    return article


def write_articles(service, tokens, day):
    """Leaves ben with an article that came back, and anna with one to review."""
    anna, ben = tokens["anna"], tokens["ben"]
    service.set_clock(f"{day}T07:05")
    apples, counts = (hand_in(service, text, ben) for text in [APPLES, COUNTS])
    service.set_clock(f"{day}T07:35")
    service.send("POST", f"/v1/review/articles/{counts}/remarks", PRAISE, anna)
    kept = service.send("POST", f"/v1/review/articles/{apples}/remarks", REMARK, anna)
    service.send("POST", f"/v1/review/articles/{apples}/acts", {"act": "return", "revision": kept["article"]["revision"]}, anna)
