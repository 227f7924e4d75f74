// The tokens of the console, as far as a page with one form needs them.
const tokens = `
:root {
  color-scheme: light dark;
  --paper: oklch(0.974 0.004 95); --surface: oklch(0.996 0.001 95); --sunken: oklch(0.953 0.005 95);
  --line: oklch(0.902 0.006 95); --line-control: oklch(0.62 0.012 90);
  --ink: oklch(0.225 0.012 75); --ink-2: oklch(0.41 0.012 75); --ink-3: oklch(0.515 0.012 75);
  --accent: oklch(0.455 0.2 264); --on-accent: oklch(0.99 0.003 264); --accent-text: oklch(0.455 0.2 264);
  --bad: oklch(0.485 0.19 20); --bad-text: oklch(0.47 0.18 22); --bad-soft: oklch(0.957 0.02 22);
  --sans: 'Instrument Sans Variable', system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: oklch(0.19 0.006 85); --surface: oklch(0.23 0.007 85); --sunken: oklch(0.27 0.008 85);
    --line: oklch(0.32 0.008 85); --line-control: oklch(0.56 0.012 90);
    --ink: oklch(0.94 0.006 95); --ink-2: oklch(0.8 0.008 95); --ink-3: oklch(0.7 0.01 95);
    --accent: oklch(0.56 0.19 264); --accent-text: oklch(0.78 0.11 264);
    --bad: oklch(0.66 0.17 22); --bad-text: oklch(0.8 0.11 22); --bad-soft: oklch(0.29 0.05 22);
  }
}`

export const style = `${tokens}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
  font: 400 1rem/1.5 var(--sans); }
[hidden] { display: none !important; }
header, main, footer { width: 100%; max-width: 30rem; margin-inline: auto; padding-inline: 1.25rem; }
header { display: flex; align-items: center; gap: 0.75rem; padding-block: 2rem 1.25rem; min-height: 5.25rem; }
header b { font: 600 1.0625rem/1.5 var(--sans); letter-spacing: -0.01em; overflow-wrap: anywhere; }
footer { margin-top: auto; padding-block: 2rem 1.5rem; color: var(--ink-3); font-size: 0.8125rem; line-height: 1.25rem; }
main > .card { padding: 2rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
form { display: flex; flex-direction: column; gap: 1.25rem; }
h1 { margin: 0; font: 600 1.5rem/1.25 var(--sans); letter-spacing: -0.02em; text-wrap: balance; overflow-wrap: anywhere; }
h1:focus { outline: none; }
.lead { margin: -0.75rem 0 0; color: var(--ink-2); text-wrap: pretty; overflow-wrap: anywhere; }
.field { display: flex; flex-direction: column; gap: 0.375rem; }
label { font-weight: 500; }
input { width: 100%; height: 2.75rem; padding: 0 0.75rem; border: 1px solid var(--line-control); border-radius: 8px;
  background: var(--surface); color: inherit; font: inherit; }
input:focus { outline: 2px solid var(--accent-text); outline-offset: -1px; border-color: transparent; }
input[aria-invalid='true'] { border-color: var(--bad); }
.hint, .why { margin: 0; font-size: 0.875rem; line-height: 1.25rem; }
.hint { color: var(--ink-3); }
.hint:empty { display: none; }
.why { color: var(--bad-text); font-weight: 500; }
.alert { margin: 0; padding: 0.75rem 1rem; border-radius: 8px; background: var(--bad-soft); color: var(--bad-text);
  overflow-wrap: anywhere; }
button { min-height: 2.75rem; padding: 0.5rem 1rem; border: 0; border-radius: 8px; font: 600 1rem/1.5 var(--sans);
  cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
.primary { background: var(--accent); color: var(--on-accent); }
.primary:hover { filter: brightness(0.93); }
.primary[aria-busy='true'] { opacity: 0.7; cursor: progress; }
.plain { align-self: flex-start; min-height: 2.75rem; margin: -0.5rem 0 -0.75rem -0.5rem; padding: 0.5rem; background: none;
  color: var(--accent-text); font-weight: 500; text-align: start;
  text-decoration: none; }
.plain:hover { text-decoration: underline; text-underline-offset: 3px; }
@media (max-width: 30rem) {
  header { padding-block: 1.25rem 0.75rem; min-height: 4rem; }
  main > .card { padding: 1.5rem 1.25rem; margin-inline: -0.5rem; }
}
@media (forced-colors: active) { .primary { border: 1px solid; } }
`
