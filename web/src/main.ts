import { mount } from "svelte";
import App from "./App.svelte";
import { prefs } from "./state/prefs.svelte";
import "./styles/base.css";
import "./styles/forms.css";
import { languages } from "./texts/languages.svelte";

const start = document.getElementById("start");
if (start === null) throw new Error("index.html has no element with the id 'start'");
prefs.start();
void languages.start();
mount(App, { target: start });
