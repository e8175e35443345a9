"""How pages load in Chromium on a slow processor, measured by its own trace.

Prints JSON: the median of each figure, by path. All pages are loaded once; those that then are among the worst in a figure, and the
map, as often as asked for. Arguments: the URL of a service, the slowdown of the processor, the number of loads, and the paths. Runs
in the Python environment of the test tools, which has Playwright.
"""

import json
import statistics
import sys

from playwright.sync_api import sync_playwright

#: Milliseconds within which a page must become idle.
patience = 120_000
#: How many of the worst pages in each figure are measured more closely.
closely = 4
#: The page whose figures have rows of their own.
map_path = "/"
#: The categories of the trace: requests, paints and layout shifts.
categories = ["loading", "devtools.timeline", "blink.user_timing"]


def load(browser, address, slowness, path):
    """Loads a page with empty caches on a phone's screen, and returns the events of its trace."""
    context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75,
                                  locale="en-GB", service_workers="block")
    context.set_default_timeout(patience)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowness})
    browser.start_tracing(page=page, categories=categories)
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return events


def figures(events, address):
    """Web Vitals of a trace: https://web.dev/articles/lcp and https://web.dev/articles/cls."""
    start = max(event["ts"] for event in named(events, "navigationStart")
                if event["args"].get("data", {}).get("documentLoaderURL", "").startswith(address))
    after = [event for event in events if event.get("ts", 0) >= start]
    paints = [event["ts"] for event in named(after, "largestContentfulPaint::Candidate")]
    # A shift soon after user input does not count.
    shifts = [event["args"]["data"]["score"] for event in named(after, "LayoutShift")
              if not event["args"]["data"]["had_recent_input"]]
    requests = {data(event)["requestId"]: data(event) for event in named(after, "ResourceSendRequest")}
    sizes = {data(event)["requestId"]: data(event)["encodedDataLength"] for event in named(after, "ResourceFinish")}
    return {
        "kilobytes": sum(size for key, size in sizes.items() if not is_tile(requests.get(key, {}))) / 1000,
        "paint": (max(paints) - start) / 1000,
        "shift": sum(shifts),
        "blocking": sum(request.get("renderBlocking") == "blocking" for request in requests.values()),
    }


def named(events, name):
    return [event for event in events if event["name"] == name]


def data(event):
    return event["args"]["data"]


def is_tile(request):
    return "/tiles/" in request.get("url", "") and ".png" in request["url"]


def main(address, slowness, loads, *paths):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        run = lambda path: figures(load(browser, address, float(slowness), path), address)
        runs = {path: [run(path)] for path in paths}
        for path in sorted(worst(runs) | {map_path} & set(paths)):
            runs[path] += [run(path) for _ in range(int(loads) - 1)]
        browser.close()
    print(json.dumps({path: medians(some) for path, some in runs.items()}))


def worst(runs):
    """The paths that lead in one of the figures, by their first loads."""
    names = next(iter(runs.values()))[0]
    ranked = (sorted(runs, key=lambda path: runs[path][0][name], reverse=True) for name in names)
    return {path for ranking in ranked for path in ranking[:closely]}


def medians(runs):
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


if __name__ == "__main__":
    main(*sys.argv[1:])
