"""Health values from Apple's export and from a sensor: read in the browser, and sent as figures.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password.
"""

import io
import struct
import zipfile

from browsing import check, folder, launched, play
from people import Person
from playwright.sync_api import expect

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
]>
<HealthData locale="de_CH">
 <ExportDate value="2026-04-10 07:04:44 +0200"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-04-08" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
"""
DEVICE = 'device="&lt;&lt;HKDevice: 0x283a&gt;, name:Apple Watch, manufacturer:Apple Inc.&gt;"'
# A sensor as Web Bluetooth shows it: a heart rate of 72, then one of 300 in 16 bits, and an oxygen of 97 %.
SENSOR = """
const characteristic = (bytes) => Object.assign(new EventTarget(), {
  startNotifications() { window.tell ??= []; window.tell.push(() => {
    this.value = new DataView(Uint8Array.from(bytes.length > 1 ? bytes.shift() : bytes[0]).buffer);
    this.dispatchEvent(new Event("characteristicvaluechanged"));
  }); return Promise.resolve(); },
});
const services = { [0x180d]: { [0x2a37]: characteristic([[0, 72], [1, 0x2c, 1]]) }, [0x1822]: { [0x2a5f]: characteristic([[0, 97, 0, 71, 0]]) } };
const found = (map, key) => (map[key] ? Promise.resolve(map[key]) : Promise.reject(new DOMException("none", "NotFoundError")));
const device = Object.assign(new EventTarget(), { name: "Band 5", gatt: {
  connect: async () => ({ getPrimaryService: async (number) => ({ getCharacteristic: (each) => found(services[number], each) }) }),
  disconnect: () => device.dispatchEvent(new Event("gattserverdisconnected")),
} });
Object.defineProperty(navigator, "bluetooth", { value: { requestDevice: async () => device }, configurable: true });
"""


def record(kind, unit, value, time, source="Apple&#xa0;Watch"):
    return (f' <Record startDate="{time}" endDate="{time}" type="HKQuantityTypeIdentifier{kind}" sourceName="{source}" {DEVICE} '
            f'creationDate="{time}" value="{value}" unit="{unit}"/>\n')


def document():
    """Two days of a pulse that two devices measured, an oxygen as a part of 1, and many steps."""
    parts = [HEAD]
    for minute in range(240):
        parts.append(record("HeartRate", "count/min", 60 + minute % 40, f"2026-04-09 {minute // 60:02}:{minute % 60:02}:00 +0200"))
        parts.append(record("StepCount", "count", 20 + minute, f"2026-04-09 {minute // 60:02}:{minute % 60:02}:00 +0200"))
    parts += [record("HeartRate", "count/min", 190, "2026-04-09 10:00:00 +0200", "Gym bike"),
              record("HeartRate", "count/min", 55, "2026-04-08 23:59:59 -0500"),
              record("OxygenSaturation", "%", 0.97, "2026-04-09 07:00:00 +0200"),
              record("BodyMass", "lb", 150, "2026-04-09 07:00:00 +0200"),
              record("HeartRate", "count/min", "", "2026-04-09 07:00:00 +0200"),
              ' <Workout workoutActivityType="HKWorkoutActivityTypeRunning"/>\n', "</HealthData>\n"]
    return "".join(parts)


def archive(entries):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in entries.items():
            packed.writestr(name, content)
    return buffer.getvalue()


def choose(page, name, content):
    # The page listens once it is shown.
    page.locator("#member").wait_for()
    page.set_input_files("#apple", {"name": name, "mimeType": "application/zip", "buffer": content})


def import_export(anna):
    page = anna.page
    whole = archive({"apple_health_export/export_cda.xml": "<ClinicalDocument>" + " " * 200_000, "apple_health_export/Exportieren.xml": document()})
    for name, content, words in [
        ("notes.zip", b"no archive at all", "not a ZIP file"), ("other.zip", archive({"a.xml": "<a/>"}), "not an Apple Health export"),
        ("short.zip", whole[:-40], "not a ZIP file"), ("broken.zip", damaged(whole), "is incomplete"),
    ]:
        choose(page, name, content)
        expect(page.locator("#apple-status")).to_contain_text(words)
    sent = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.url.endswith("/v1/me/metrics") and request.method == "POST" else None)
    choose(page, "export.zip", whole)
    expect(page.locator("#apple-status .choice")).to_have_count(3)
    expect(page.locator("#apple-status .choice").first).to_contain_text("Heart rate (count/min): 241 values")
    check(not sent, "something was sent before it was chosen")
    page.locator("#apple-status .choice", has_text="Weight").locator("input").uncheck()
    page.click("#apple-status button")
    expect(page.locator("#apple-status")).to_contain_text("The figures of 3 days were saved.")
    check(all(word not in "".join(sent) for word in ["1990", "HKDevice", "BodyMass", "weight", "Gym bike"]), "more left the browser than was chosen")
    days = {day["day"]: {one["kind"]: one for one in day["figures"]} for day in anna.done("GET", "/v1/me/metrics?from=2026-04-01&to=2026-04-10")["days"]}
    heart = days["2026-04-09"]["heartRate"]
    check((heart["count"], heart["low"], heart["high"]) == (240, 60, 99), f"the pulse of the day is {heart}")
    check(days["2026-04-08"]["heartRate"]["mean"] == 55, f"the evening elsewhere is {days.get('2026-04-08')}")
    check(days["2026-04-09"]["oxygenSaturation"]["mean"] == 97, f"the oxygen is {days['2026-04-09']}")
    anna.picture("values-apple")


def damaged(whole):
    """The archive with other bytes in the middle of its document."""
    start = whole.index(b"Exportieren.xml") + 400
    return whole[:start] + struct.pack("<64B", *range(64)) + whole[start + 64:]


def read_sensor(anna):
    page = anna.page
    page.add_init_script(SENSOR)
    page.goto(f"{anna.address}/values")
    expect(page.locator("#sensor-none")).to_be_hidden()
    page.click("#sensor")
    page.wait_for_function("() => window.tell?.length === 2")
    page.evaluate("for (const tell of window.tell) tell()")
    expect(page.locator("#sensor-status")).to_contain_text("97")
    page.click("#sensor")
    expect(page.locator("#sensor-status")).to_contain_text("disconnected")
    expect(page.locator("#now")).to_contain_text("72 /min")
    expect(page.locator("#now")).to_contain_text("97 %")


def do_without(anna):
    """Where there is no sensor to be had, the page says what works instead."""
    page = anna.page
    page.add_init_script("Object.defineProperty(navigator, 'bluetooth', { value: undefined, configurable: true });")
    page.goto(f"{anna.address}/values")
    expect(page.locator("#sensor-none")).to_contain_text("Enter the values above by hand, or take them from a file.")
    expect(page.locator("#sensor")).to_be_hidden()
    page.add_init_script("""Object.defineProperty(navigator, "bluetooth", { configurable: true, value: {
        requestDevice: async () => { throw new DOMException("no adapter", "NotFoundError"); }, getAvailability: async () => window.isThere === true,
    } });""")
    page.goto(f"{anna.address}/values")
    page.click("#sensor")
    expect(page.locator("#sensor-status")).to_contain_text("Bluetooth is off or missing on this device.")
    # Who closes the list of devices need not be told of it.
    page.evaluate("window.isThere = true")
    page.click("#sensor")
    expect(page.locator("#sensor-status")).to_have_text("")


def main(pictures, address, link, *_):
    with launched() as browser:
        anna = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 900})
        anna.come(link, "anna", "/today")
        anna.done("PUT", "/v1/me/consents/health", {"version": 1})
        anna.open("/values")
        import_export(anna)
        read_sensor(anna)
        do_without(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
