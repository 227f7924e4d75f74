import { pdfFileOf } from '../../testing/ai/documents.ts'

/** A PDF whose one page is a picture in JPEG. */
export const picturePage = (jpeg: Buffer, { width, height, dpi }: { width: number; height: number; dpi: number }) => {
  const w = (width * 72) / dpi
  const h = (height * 72) / dpi
  const content = `q ${w} 0 0 ${h} 0 0 cm /I Do Q`
  const picture = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
  return pdfFileOf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>`,
    ),
    Buffer.from(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(`<< ${picture} /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`),
      jpeg,
      Buffer.from('\nendstream'),
    ]),
  ])
}
