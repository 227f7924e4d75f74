// Leads through the steps of a page: each is a form of its own, and one is shown at a time.
const token = location.hash.slice(1)
const facts = document.body.dataset
const steps = [...document.querySelectorAll('form[data-step]')]
const current = () => steps.find((step) => !step.hidden)
const inputsOf = (step) => [...step.querySelectorAll('input')]

const clear = (step) => {
  for (const text of step.querySelectorAll('.alert, .why')) text.hidden = true
  for (const input of inputsOf(step)) input.removeAttribute('aria-invalid')
}

/** Shows a step, with texts for its places; an address that was typed goes along, a password does not. */
const show = (name, texts = {}) => {
  const from = current()
  const step = steps.find(({ dataset }) => dataset.step === name)
  for (const one of steps) one.hidden = one !== step
  clear(step)
  for (const place of step.querySelectorAll('[data-text]')) place.textContent = texts[place.dataset.text] ?? ''
  const address = from?.querySelector('input[type=email]')?.value
  for (const input of inputsOf(step)) if (input.type === 'email' && address) input.value = address
  if (from && from !== step) (inputsOf(step).find(({ value }) => value === '') ?? step.querySelector('h1')).focus()
}

const complain = (input, text) => {
  const why = document.getElementById(`${input.id}-why`)
  why.textContent = text
  why.hidden = false
  input.setAttribute('aria-invalid', 'true')
}

const mistakeIn = (input) => {
  const value = input.value.trim()
  const length = [...value].length
  if (length === 0) return input.dataset.missing
  if (length < input.minLength) return `Use at least ${input.minLength} characters; these are ${length}.`
  if (input.type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return 'Write the address as name@example.com.'
  return undefined
}

/** Marks what is wrong in a step, and goes to the first of it. */
const check = (step) => {
  const wrong = inputsOf(step).filter((input) => mistakeIn(input) !== undefined)
  for (const input of wrong) complain(input, mistakeIn(input))
  wrong[0]?.focus()
  return wrong.length === 0
}

/** Says why the server refused: beside the fields that it names, else above the button. */
const tell = ({ error, fields = [] }) => {
  const step = current()
  const named = inputsOf(step).flatMap((input) =>
    fields.filter(({ path }) => path === input.name).map(({ message }) => [input, message]),
  )
  for (const [input, message] of named) complain(input, `This ${message}.`)
  named[0]?.[0].focus()
  if (named.length > 0) return
  const notice = step.querySelector('.alert')
  notice.textContent = error ?? 'The server did not answer. Check your connection, then try again.'
  notice.hidden = false
}

/** Asks the server; gives the status (0 without an answer) and what it said. */
const ask = async (method, path, body = {}) => {
  const headers = { 'content-type': 'application/json' }
  const sent = method === 'GET' ? {} : { headers, body: JSON.stringify(body) }
  const response = await fetch(path, { method, ...sent }).catch(() => undefined)
  return { status: response?.status ?? 0, body: (await response?.json().catch(() => undefined)) ?? {} }
}

/** Runs what a step does with its fields when its button is pressed, once at a time. */
const onSubmit = (actions) => {
  for (const step of steps) {
    step.addEventListener('submit', async (event) => {
      event.preventDefault()
      const button = step.querySelector('.primary')
      if (button.getAttribute('aria-busy') === 'true') return
      clear(step)
      if (!check(step)) return
      button.setAttribute('aria-busy', 'true')
      await actions[step.dataset.step](Object.fromEntries(new FormData(step)))
      button.removeAttribute('aria-busy')
    })
  }
}

for (const step of steps) {
  step.addEventListener('click', ({ target }) => {
    if (target.dataset.to) show(target.dataset.to)
  })
  step.addEventListener('input', ({ target }) => {
    target.removeAttribute('aria-invalid')
    document.getElementById(`${target.id}-why`).hidden = true
  })
}
