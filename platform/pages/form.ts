import { html, type Html } from './html.ts'

/** One state of a page. The script shows one at a time. */
export interface Step {
  readonly name: string
  readonly title: string
  readonly text?: Html | string
  readonly fields?: readonly Field[]
  /** What the step's button says. */
  readonly button?: string
  /** Ways to another step by its name, or to a page by its path; and what they say. */
  readonly others?: readonly (readonly [to: string, label: string])[]
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly hint?: string
  readonly leastChars?: number
  readonly mostChars: number
  /** What stands beside the field when it is empty. */
  readonly missing: string
}

/** Whether a page only tells something: it has one step, and nothing is sent. */
export const isPlain = (steps: readonly Step[]): boolean => steps.length === 1 && steps[0]!.button === undefined

/** The steps, each a form of its own; the script shows the first. A plain page needs no script. */
export const formsOf = (steps: readonly Step[]): Html =>
  html`<div class="card">${isPlain(steps) ? tellingOf(steps[0]!) : steps.map(stepOf)}</div>`

const tellingOf = ({ title, text, others = [] }: Step): Html => html`
  <h1>${title}</h1>
  ${text === undefined ? undefined : html`<p class="lead">${text}</p>`} ${others.map(([to, label]) => wayTo(to, label))}
`

const stepOf = ({ name, title, text, fields = [], button, others = [] }: Step): Html => html`
  <form method="post" novalidate data-step="${name}" hidden>
    <h1 tabindex="-1">${title}</h1>
    ${text === undefined ? undefined : html`<p class="lead">${text}</p>`} ${fields.map((field) => fieldOf(name, field))}
    <p class="alert" role="alert" hidden></p>
    ${button === undefined ? undefined : html`<button class="primary">${button}</button>`}
    ${others.map(([to, label]) => wayTo(to, label))}
  </form>
`

const wayTo = (to: string, label: string): Html =>
  to.startsWith('/')
    ? html`<a class="plain" href="${to}">${label}</a>`
    : html`<button class="plain" type="button" data-to="${to}">${label}</button>`

const fieldOf = (step: string, { name, label, type, hint, leastChars = 1, mostChars, ...rest }: Field): Html => {
  const id = `${step}-${name}`
  const lengths = html`minlength="${leastChars}" maxlength="${mostChars}"`
  return html`
    <div class="field">
      <label for="${id}">${label}</label>
      <input
        id="${id}"
        name="${name}"
        type="${type}"
        autocomplete="${rest.autocomplete}"
        required
        ${lengths}
        data-missing="${rest.missing}"
        aria-describedby="${id}-hint ${id}-why"
        dir="${type === 'text' ? 'auto' : 'ltr'}"
      />
      <p class="hint" id="${id}-hint">${hint}</p>
      <p class="why" id="${id}-why" hidden></p>
    </div>
  `
}

export const passwordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  mostChars: 128,
  missing: 'Enter the password.',
}
export const emailField: Field = {
  name: 'email',
  label: 'Mail address',
  type: 'email',
  autocomplete: 'username',
  mostChars: 320,
  missing: 'Enter your mail address.',
}
