import { escapeHtml } from '../pages/page.ts'
import type { MailLink, PreparedMail } from './message.ts'
import { footer, unlinked } from './render-text.ts'
import { languageOf, wordsOf } from './words.ts'

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * The mail as HTML for mail programs: tables and attributes that Outlook's Word and Gmail both show, styles in
 * place, colours of its own in the dark, nothing fetched but the agency's logo, and the link in clear as well. A picture is a part of the message itself.
 */
export const renderHtml = (prepared: PreparedMail): string => `<!doctype html>
<html lang="${languageOf(prepared)}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(prepared.subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16181c !important; }
  .sheet { background: #23262c !important; }
  .text { color: #e8e8e6 !important; }
  .quiet { color: #a9adb3 !important; }
  .logo { background: #ffffff !important; padding: 6px !important; border-radius: 4px !important; }
  .button { border: 1px solid #55595f !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f3f1;">
${preheader(prepared)}
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f3f1" style="background:#f3f3f1;">
<tr><td align="center" style="padding:32px 12px;">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:560px;background:#ffffff;border-radius:8px;">
<tr><td style="padding:32px 32px 8px;">
${heading(prepared)}${[...greetingOf(prepared), ...prepared.paragraphs].map(paragraph).join('')}${pictureOf(prepared)}${button(prepared)}${(prepared.links ?? []).map(linkLine).join('')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
<p class="quiet" style="max-width:560px;margin:16px auto 0;${font};font-size:12px;line-height:18px;color:#6a6d72;">${escapeHtml(unlinked(footer(prepared)))}${switchOffLine(prepared)}</p>
</td></tr>
</table>
</body>
</html>
`

/** The text beside the subject in a list of messages; the blank run keeps the rest of the page out of it. */
const preheader = ({ paragraphs }: PreparedMail) =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(unlinked(paragraphs[0] ?? ''))}${'&#8199;&#847;'.repeat(60)}</div>`

const heading = ({ brand }: PreparedMail) => {
  const name = escapeHtml(unlinked(brand?.name ?? 'Atelier'))
  const style = `${font};font-size:18px;line-height:24px;font-weight:600;color:#1a1a1a;`
  const mark = brand?.logoUrl
    ? `<img class="logo" src="${escapeHtml(brand.logoUrl)}" alt="${name}" height="40" style="display:block;height:40px;max-width:240px;border:0;${style}">`
    : name
  return `<p class="text" style="margin:0 0 24px;${style}">${mark}</p>\n`
}

const greetingOf = ({ greeting }: PreparedMail) => (greeting === undefined ? [] : [greeting])

const paragraph = (text: string) =>
  `<p class="text" style="margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#1a1a1a;">${escapeHtml(unlinked(text))}</p>\n`

/** The content id of the picture of a message. */
export const pictureId = 'picture@atelier'

const widthMost = 496
const heightMost = 420

const pictureOf = ({ picture }: PreparedMail) => {
  if (!picture) return ''
  const { width, height, alt } = picture
  const shownWidth = Math.max(1, Math.round(Math.min(width, widthMost, (heightMost * width) / height)))
  return `<p style="margin:0 0 16px;"><img src="cid:${pictureId}" alt="${escapeHtml(unlinked(alt))}" width="${shownWidth}" style="display:block;width:${shownWidth}px;max-width:100%;height:auto;border:1px solid #dcdcd8;border-radius:6px;${font};font-size:13px;color:#6a6d72;"></p>\n`
}

const button = (prepared: PreparedMail) => {
  const { action, brand } = prepared
  if (!action) return ''
  const background = brand?.primaryColor ?? '#2f4f8f'
  const url = escapeHtml(action.url)
  const label = escapeHtml(action.label)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0;">
<tr><td class="button" align="center" bgcolor="${background}" style="border-radius:6px;background:${background};">
<a href="${url}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;line-height:24px;font-weight:600;color:${textOn(background)};text-decoration:none;">${label}</a>
</td></tr>
</table>
<p class="quiet" style="margin:0 0 24px;${font};font-size:13px;line-height:20px;color:#6a6d72;">${wordsOf(prepared).openAddress}<br>
<a class="quiet" href="${url}" style="color:#6a6d72;word-break:break-all;">${url}</a></p>`
}

const linkLine = ({ label, url }: MailLink) =>
  `<p class="text" style="margin:0 0 16px;${font};font-size:16px;line-height:24px;"><a class="text" href="${escapeHtml(url)}" style="color:#1a1a1a;">${escapeHtml(unlinked(label))}</a></p>\n`

const switchOffLine = (prepared: PreparedMail) =>
  prepared.switchOff
    ? `<br><a class="quiet" href="${escapeHtml(prepared.switchOff.page)}" style="color:#6a6d72;">${wordsOf(prepared).switchOff}</a>`
    : ''

const white = '#ffffff'
const ink = '#1a1a1a'

/** The text colour that reads better on `background` (`#rrggbb`), by contrast. Source: WCAG 2.2, 1.4.3. */
export const textOn = (background: string): string =>
  contrast(white, background) >= contrast(ink, background) ? white : ink

/** Contrast between two colours, 1 to 21. Source: WCAG 2.2, “contrast ratio”. */
export const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const luminance = (color: string) => {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
