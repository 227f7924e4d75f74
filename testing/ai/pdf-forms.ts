import { pdfFileOf } from './documents.ts'

const stream = (dictionary: string, content: string) =>
  Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`, 'latin1')

const string = (text: string) => `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`

/** A form whose values are in fields (ISO 32000-1, 12.7), each with its picture, as programs that fill forms write it. */
export const fillableForm = (title: string, fields: readonly (readonly [string, string])[]): Buffer => {
  const first = 6
  const ids = fields.map((_field, at) => first + 2 * at)
  const labels = fields.map(([label], at) => `BT /F1 11 Tf 60 ${704 - at * 34} Td ${string(label)} Tj ET`)
  const content = [`BT /F1 18 Tf 60 760 Td ${string(title)} Tj ET`, ...labels].join('\n')
  const references = ids.map((id) => `${id} 0 R`).join(' ')
  const fonts = '/Font << /F1 3 0 R >>'
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] /DR << ${fonts} >> /DA (/F1 11 Tf 0 g) >> >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${fonts} >> /Contents 5 0 R /Annots [${references}] >>`,
  ].map((object) => Buffer.from(object, 'latin1'))
  const widgets = fields.flatMap(([label, value], at) => {
    const bottom = 698 - at * 34
    const name = `/Type /Annot /Subtype /Widget /FT /Tx /T ${string(label)} /V ${string(value)} /DA (/F1 11 Tf 0 g)`
    const appearance = `/Tx BMC q BT /F1 11 Tf 2 6 Td ${string(value)} Tj ET Q EMC`
    return [
      Buffer.from(
        `<< ${name} /F 4 /P 4 0 R /Rect [220 ${bottom} 520 ${bottom + 20}] /AP << /N ${ids[at]! + 1} 0 R >> >>`,
      ),
      stream(`/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << ${fonts} >>`, appearance),
    ]
  })
  return pdfFileOf([...objects, stream('', content), ...widgets])
}

/** A page whose content is on its side and that is turned when it is shown, as many printers write landscape pages. */
export const turnedPage = (paragraphs: readonly { readonly text: string; readonly size?: number }[]): Buffer => {
  let x = 60
  const content: string[] = []
  for (const { text, size = 11 } of paragraphs) {
    x += 14
    for (const line of text.match(/.{1,105}(?: |$)/g) ?? []) {
      x += 15
      content.push(`BT /F1 ${size} Tf 0 1 -1 0 ${x} 60 Tm ${string(line.trim())} Tj ET`)
    }
  }
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /Rotate 90 /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
  ].map((object) => Buffer.from(object, 'latin1'))
  return pdfFileOf([...objects, stream('', content.join('\n'))])
}
