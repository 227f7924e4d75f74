import type { Block } from './score.ts'

export interface PageLook {
  readonly language?: string
  readonly isRightToLeft?: boolean
  /** Columns that text flows through, below the first heading. */
  readonly columns?: number
  readonly hasRules?: boolean
  /** Cells with hardly more room between them than words have. */
  readonly isCompact?: boolean
  readonly size?: number
}

/** A printable page with these blocks. */
export const pageHtml = (blocks: readonly Block[], look: PageLook = {}): string => {
  const { language = 'en', isRightToLeft = false, columns = 1, hasRules = true, isCompact = false, size = 11 } = look
  const [first, ...rest] = blocks
  const room = isCompact ? '1pt 3pt' : '3pt 6pt'
  const cell = hasRules ? `border: 0.5pt solid #555; padding: ${room}` : 'padding: 2pt 0 2pt 22pt'
  return `<!doctype html><html lang="${language}" dir="${isRightToLeft ? 'rtl' : 'ltr'}"><meta charset="utf-8"><style>
    @page { size: A4; margin: 22mm 20mm }
    body { margin: 0; font: ${size}pt/1.45 ${fontOf(language)}; }
    h1 { font-size: 1.6em; line-height: 1.25; margin: 0 0 10pt }
    p { margin: 0 0 8pt } ul { margin: 0 0 8pt }
    .columns { columns: ${columns}; column-gap: 12mm }
    .columns h1 { font-size: 1.25em }
    table { border-collapse: collapse; margin: 0 0 12pt } td { ${cell}; vertical-align: top; text-align: start }
    td.figure { text-align: end; white-space: nowrap }
    .field { display: flex; margin: 0 0 9pt } .field i { font-style: normal; width: 45mm }
    .field b { font-weight: normal; flex: 1; border-bottom: 0.5pt solid #333 }
  </style>${htmlOf([first!])}<div class="columns">${htmlOf(rest)}</div></html>`
}

const fontOf = (language: string) => {
  const fonts: Readonly<Record<string, string>> = {
    ar: "'Amiri'",
    he: "'DejaVu Sans'",
    ja: "'Noto Serif CJK JP', 'Noto Sans CJK JP'",
    'zh-Hans': "'Noto Sans CJK SC'",
    el: "'DejaVu Serif'",
    ru: "'Liberation Sans', 'DejaVu Sans'",
  }
  return fonts[language] ?? "'Liberation Serif', 'DejaVu Serif', serif"
}

const htmlOf = (blocks: readonly Block[]): string => {
  let html = ''
  for (const [at, block] of blocks.entries()) {
    const isFirst = block.kind === 'item' && blocks[at - 1]?.kind !== 'item'
    const isLast = block.kind === 'item' && blocks[at + 1]?.kind !== 'item'
    html += (isFirst ? '<ul>' : '') + blockHtml(block) + (isLast ? '</ul>' : '')
  }
  return html
}

const blockHtml = (block: Block): string => {
  if (block.kind === 'heading') return `<h1>${escaped(block.text)}</h1>`
  if (block.kind === 'item') return `<li>${escaped(block.text)}</li>`
  if (block.kind === 'text') return `<p>${escaped(block.text)}</p>`
  if (block.kind === 'fields')
    return block.fields
      .map(([label, value]) => `<div class="field"><i>${escaped(label)}</i><b>${escaped(value)}</b></div>`)
      .join('')
  const rows = block.rows.map((row) => `<tr>${row.map(cellHtml).join('')}</tr>`)
  return `<table>${rows.join('')}</table>`
}

const cellHtml = (text: string) =>
  `<td${/^[€£$–-]?[\d.,]+ ?%?$/.test(text) ? ' class="figure"' : ''}>${escaped(text)}</td>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
