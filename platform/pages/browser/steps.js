// Leads through the steps of a page: each is a form of its own, and one is shown at a time.
const token = location.hash.slice(1)
/** What the server told the page: addresses, and the step that is shown first. */
const facts = /** @type {Record<string, string>} */ (document.body.dataset)
/** @type {HTMLFormElement[]} */
const steps = [...document.querySelectorAll('form')].filter(({ dataset }) => dataset.step !== undefined)
const current = () => steps.find((step) => !step.hidden)
/** @param {string} name */
const stepNamed = (name) => {
  const step = steps.find(({ dataset }) => dataset.step === name)
  if (!step) throw new Error(`The page has no step ${name}`)
  return step
}
/**
 * @param {HTMLElement} within
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
const elementsIn = (within, selector) =>
  [...within.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement)
/** @param {HTMLInputElement} input */
const whyOf = (input) => document.getElementById(`${input.id}-why`)
/** @param {HTMLFormElement} step */
const inputsOf = (step) => [...step.querySelectorAll('input')]

/** @param {HTMLFormElement} step */
const clear = (step) => {
  for (const text of elementsIn(step, '.alert, .why')) text.hidden = true
  for (const input of inputsOf(step)) input.removeAttribute('aria-invalid')
}

/**
 * Shows a step, with texts for its places; an address that was typed goes along, a password does not.
 * @param {string} name
 * @param {Record<string, string>} texts
 */
const show = (name, texts = {}) => {
  const from = current()
  const step = stepNamed(name)
  for (const one of steps) one.hidden = one !== step
  clear(step)
  for (const place of elementsIn(step, '[data-text]')) place.textContent = texts[place.dataset.text ?? ''] ?? ''
  const address = from && inputsOf(from).find(({ type }) => type === 'email')?.value
  for (const input of inputsOf(step)) if (input.type === 'email' && address) input.value = address
  if (from && from !== step) (inputsOf(step).find(({ value }) => value === '') ?? elementsIn(step, 'h1')[0])?.focus()
}

/** @param {HTMLInputElement} input @param {string} text */
const complain = (input, text) => {
  const why = whyOf(input)
  if (!why) return
  why.textContent = text
  why.hidden = false
  input.setAttribute('aria-invalid', 'true')
}

/** @param {HTMLInputElement} input */
const mistakeIn = (input) => {
  const value = input.value.trim()
  const length = Array.from(value).length
  if (length === 0) return input.dataset.missing
  if (length < input.minLength) return `Use at least ${input.minLength} characters; these are ${length}.`
  if (input.type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return 'Write the address as name@example.com.'
  return undefined
}

/**
 * Marks what is wrong in a step, and goes to the first of it.
 * @param {HTMLFormElement} step
 */
const check = (step) => {
  const wrong = inputsOf(step).filter((input) => mistakeIn(input) !== undefined)
  for (const input of wrong) complain(input, mistakeIn(input) ?? '')
  wrong[0]?.focus()
  return wrong.length === 0
}

/**
 * Says why the server refused: beside the fields that it names, else above the button.
 * @param {Answer} refusal
 */
const tell = ({ error, fields = [] }) => {
  const step = current()
  if (!step) return
  const named = inputsOf(step).flatMap((input) =>
    fields.filter(({ path }) => path === input.name).map(({ message }) => ({ input, message })),
  )
  for (const { input, message } of named) complain(input, `This ${message}.`)
  named[0]?.input.focus()
  if (named.length > 0) return
  const [notice] = elementsIn(step, '.alert')
  if (!notice) return
  notice.textContent = error ?? 'The server did not answer. Check your connection, then try again.'
  notice.hidden = false
}

/**
 * What the server says: a refusal, or what the pages read of a success.
 * @typedef {object} Answer
 * @property {string} [error]
 * @property {string} [code]
 * @property {readonly { path: string, message: string }[]} [fields]
 * @property {{ email: string }} [user]
 * @property {{ slug: string }} [identity]
 * @property {number} [passkeysRemoved]
 * @property {number} [apiKeysKept]
 * @property {string} [title]
 * @property {string} [question]
 * @property {string | null} [summary]
 * @property {string} [status]
 * @property {string} [requestType]
 * @property {readonly { message: string }[]} [reasons]
 * @property {{ title: string, failure: { message: string } | null }} [cycle]
 * @property {number} [spentUsd]
 * @property {{ costCapUsd: number | null }} [enforced]
 */

/**
 * Asks the server; gives the status (0 without an answer) and what it said.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @param {Record<string, string>} further
 * @returns {Promise<{ status: number, body: Answer }>}
 */
const ask = async (method, path, body = {}, further = {}) => {
  const headers = { ...further, 'content-type': 'application/json' }
  const sent = method === 'GET' ? { headers: further } : { headers, body: JSON.stringify(body) }
  const response = await fetch(path, { method, ...sent }).catch(() => undefined)
  /** @type {unknown} */
  const parsed = await response?.json().catch(() => undefined)
  const answer = /** @type {Answer | undefined} */ (parsed)
  return { status: response?.status ?? 0, body: answer ?? {} }
}

/**
 * Runs what a step does with its fields when its button is pressed, once at a time.
 * @param {Record<string, (given: Record<string, string>) => unknown>} actions
 */
const onSubmit = (actions) => {
  for (const step of steps) {
    step.addEventListener('submit', async (event) => {
      event.preventDefault()
      const [button] = elementsIn(step, '.primary')
      if (!button || button.getAttribute('aria-busy') === 'true') return
      clear(step)
      if (!check(step)) return
      button.setAttribute('aria-busy', 'true')
      const given = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(step)))
      await actions[step.dataset.step ?? '']?.(given)
      button.removeAttribute('aria-busy')
    })
  }
}

for (const step of steps) {
  step.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.dataset.to) show(target.dataset.to)
  })
  step.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    target.removeAttribute('aria-invalid')
    const why = whyOf(target)
    if (why) why.hidden = true
  })
}
