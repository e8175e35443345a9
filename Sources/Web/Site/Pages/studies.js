// The pages of studies, which say everything without this script: what a browser can do with one.

import { byId } from "./dom.js";
import { offerPage } from "./page-acts.js";

// The list of studies has no such buttons.
if (byId("share")) offerPage();
