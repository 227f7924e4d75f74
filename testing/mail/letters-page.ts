import { writeFile } from 'node:fs/promises'
import { prepareMail, type PreparedMail } from '../../platform/mail/message.ts'
import { pictureId, renderHtml } from '../../platform/mail/render-html.ts'
import { renderText } from '../../platform/mail/render-text.ts'
import { everyLetter, type ShownLetter } from './every-letter.ts'

const style = `
section { display: grid; grid-template-columns: 640px 1fr; gap: 0 16px }
h2, p { grid-column: 1 / -1; margin: 8px }
iframe { width: 640px; height: 560px; border: 1px solid }
pre { white-space: pre-wrap }`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The HTML with its picture as a data address: a page has no other parts of a message. */
const htmlOf = (prepared: PreparedMail) => {
  const html = renderHtml(prepared)
  const { picture } = prepared
  return picture ? html.replace(`cid:${pictureId}`, `data:${picture.mediaType};base64,${picture.contentBase64}`) : html
}

const sectionOf = ({ name, message }: ShownLetter) => {
  const prepared = prepareMail(message)!
  return `<section>
<h2>${escaped(name)} (${message.language ?? 'en'})</h2>
<p>${escaped(prepared.subject)}</p>
<iframe srcdoc="${escaped(htmlOf(prepared))}"></iframe>
<pre>${escaped(renderText(prepared))}</pre>
</section>`
}

/** A page with every letter from invented data, as HTML and as text, for people who look at them together. */
export const lettersPage = async (): Promise<string> => `<!doctype html>
<meta charset="utf-8">
<title>Letters</title>
<style>${style}</style>
${(await everyLetter()).map(sectionOf).join('\n')}
`

// `node testing/mail/letters-page.ts letters.html` writes the page.
if (import.meta.main) await writeFile(process.argv[2] ?? 'letters.html', await lettersPage())
