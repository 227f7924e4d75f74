// The toolbar in a preview. It runs at the console's origin, in a frame of a page that is not trusted: of that page it
// takes the place of a pin that a person asked for, and nothing else. A comment is written and sent in here.
const { origin, words: wordsText } = document.body.dataset
const words = JSON.parse(wordsText)
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
const address = `/v1/api/preview-toolbar/${encodeURIComponent(token)}`
const main = document.querySelector('main')
const toPage = (message) => window.parent.postMessage(message, origin)
const fitted = () => toPage({ atelier: 'size', height: Math.ceil(main.getBoundingClientRect().height) })

const element = (name, fields = {}, ...children) => {
  const made = Object.assign(document.createElement(name), fields)
  made.append(...children)
  return made
}
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => String(values[name]))

// Browsers that can detect a cover over a frame are asked; in others a person sees their own typing.
let isCovered = false
const watchCover = (onChange) => {
  if (!('IntersectionObserverEntry' in window) || !('isVisible' in IntersectionObserverEntry.prototype)) return
  const watch = new IntersectionObserver(
    (entries) => {
      isCovered = entries.at(-1)?.isVisible === false
      onChange()
    },
    { threshold: [0, 0.5, 1], trackVisibility: true, delay: 100 },
  )
  watch.observe(main)
}

let known
let isChoosing = false
let pin
let messageId
let comment = ''
let notice = ''
let isSending = false

const show = (...children) => {
  main.replaceChildren(...children)
  fitted()
}
const bar = () => {
  const { commitSha, cycle, canComment, reviewUrl } = known
  const close = element('button', { type: 'button', title: words.close, textContent: '×' })
  close.setAttribute('aria-label', words.close)
  close.addEventListener('click', () => toPage({ atelier: 'close' }))
  const parts = [element('b', { textContent: words.name })]
  if (commitSha !== null) parts.push(element('code', { textContent: commitSha.slice(0, 8), title: commitSha }))
  if (cycle !== null) parts.push(element('span', { textContent: cycle.handle ?? cycle.title, title: cycle.title }))
  parts.push(element('span', { className: 'grow' }))
  if (canComment && !pin) {
    const button = element('button', { type: 'button', textContent: words.comment, disabled: isChoosing })
    button.addEventListener('click', startChoosing)
    parts.push(button)
  }
  parts.push(close)
  const rows = [element('div', { className: 'line' }, ...parts)]
  if (reviewUrl !== null) {
    const link = element('a', { href: reviewUrl, target: '_blank', rel: 'noopener', textContent: words.review })
    rows.push(element('div', { className: 'line' }, link))
  }
  return rows
}
const paragraph = (text) => {
  const made = element('p', { textContent: text })
  made.setAttribute('role', 'status')
  return made
}
const render = () => {
  const rows = bar()
  if (isChoosing) rows.push(paragraph(words.choose))
  else if (pin) rows.push(form())
  if (notice !== '') rows.push(paragraph(notice))
  show(...rows)
}

const startChoosing = () => {
  isChoosing = true
  notice = ''
  toPage({ atelier: 'choose' })
  render()
}
const dropPin = () => {
  isChoosing = false
  pin = undefined
  comment = ''
  toPage({ atelier: 'clear' })
  render()
}

const form = () => {
  const field = element('textarea', { maxLength: 4_000, value: comment, autocomplete: 'off' })
  field.setAttribute('aria-label', words.text)
  // A page could have a person drag its words into a field that they do not see.
  for (const name of ['dragover', 'drop']) field.addEventListener(name, (event) => event.preventDefault())
  const cover = paragraph('')
  const send = element('button', { textContent: isSending ? words.sending : words.send })
  const cancel = element('button', { type: 'button', textContent: words.cancel })
  cancel.addEventListener('click', dropPin)
  const update = () => {
    send.disabled = isSending || isCovered || comment.trim() === ''
    cover.textContent = isCovered ? words.covered : ''
    fitted()
  }
  onCover = update
  field.addEventListener('input', (event) => {
    if (event.isTrusted) comment = field.value
    update()
  })
  const made = element(
    'form',
    {},
    paragraph(filled(words.pinned, pin)),
    field,
    cover,
    element('div', { className: 'line' }, send, cancel),
  )
  made.addEventListener('submit', (event) => {
    event.preventDefault()
    if (event.isTrusted && !send.disabled) void sendComment()
  })
  update()
  if (!isSending) setTimeout(() => field.focus())
  return made
}

// `crypto.randomUUID` is missing where a server without HTTPS is asked by its name.
const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const sendComment = async () => {
  isSending = true
  notice = ''
  render()
  messageId ??= newId()
  const body = { deploymentId: known.deploymentId, messageId, content: comment.trim(), pin }
  const answer = await fetch(`${address}/comments`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  isSending = false
  if (answer?.status === 201) {
    const { hasPicture } = await answer.json()
    messageId = undefined
    dropPin()
    notice = hasPicture ? words.sent : words.sentWithoutPicture
  } else if (answer?.status === 404) notice = words.expired
  else notice = answer?.status === 409 ? words.archived : words.failed
  render()
}

const isSize = (value, most) => Number.isInteger(value) && value >= 0 && value <= most
const isPath = (value) => typeof value === 'string' && value.length <= 500 && /^\/[\w.~!$&'()*+,;=:@%/-]*$/.test(value)
let onCover = () => {}
window.addEventListener('message', ({ origin: from, source, data }) => {
  if (from !== origin || source !== window.parent || typeof data !== 'object' || data === null || !isChoosing) return
  const { atelier, path, left, top, width, height } = data
  if (atelier === 'no-pin') dropPin()
  const isPin = isPath(path) && [left, top].every((one) => isSize(one, 1_000_000))
  if (atelier !== 'pin' || !isPin || ![width, height].every((one) => isSize(one, 100_000) && one > 0)) return
  isChoosing = false
  pin = { path, left, top, width, height }
  render()
})
window.addEventListener('resize', fitted)

const begin = async () => {
  const answer = await fetch(address, { credentials: 'omit' }).catch(() => undefined)
  if (!answer?.ok) return
  known = await answer.json()
  if (!known.canComment) notice = known.isShared ? words.shared : known.cycle === null ? words.noCycle : ''
  watchCover(() => onCover())
  render()
}
if (window.parent !== window) void begin()
