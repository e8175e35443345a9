// A picture beside each symptom: where it is felt.

import { shape } from "./dom.js";

const nose = ["M13 3c-.5 5-5.500 8-6.500 12-.6 2.600 1.400 4.200 3.400 3.600 1 1.600 3.200 1.600 4.200 0 2 .6 3.600-1 3.100-3.200"];
const eye = ["M2 12c3-4.700 6.300-7 10-7s7 2.300 10 7c-3 4.700-6.300 7-10 7s-7-2.300-10-7z", "M12 8.800a3.200 3.200 0 1 0 0 6.400 3.200 3.200 0 1 0 0-6.400z"];
const lungs = ["M12 3v9m0 0-3 2.500M12 12l3 2.500M8.500 7C6 9 4 13 4 17.500c0 2 1 3 2.500 3s2.500-1 2.500-3V11c0-2 .5-3-.5-4zm7 0c2.500 2 4.500 6 4.500 10.500 0 2-1 3-2.500 3s-2.500-1-2.500-3V11c0-2-.5-3 .5-4z"];
const skin = ["M5 4c4-1.500 10-1.500 14 0v16c-4 1.500-10 1.500-14 0z", "M9 9h.1M14.500 8h.1M12 12.500h.1M8.500 16h.1M15 16.500h.1"];

const pictures = {
  sneezing: nose, runnyNose: nose, blockedNose: nose, itchyNose: nose, itchyEyes: eye, wateryEyes: eye,
  cough: lungs, wheezing: lungs, breathlessness: lungs, rash: skin,
};

export const symptomIcon = (key) => shape("svg", { viewBox: "0 0 24 24", class: "toggle-icon", "aria-hidden": "true" },
  pictures[key].map((d) => shape("path", { d })));
