import { writeWhole } from '../files.ts'
import { ToolRefusal } from '../refusal.ts'
import { changeReport } from './change-report.ts'
import { pathField, tool, type Workshop } from './tool.ts'

export const writeTool = (shop: Workshop) =>
  tool<{ path: string; content: string }>(
    'Write a whole file. Makes the folders that it needs. For a change of an existing file use edit.',
    {
      path: { ...pathField, required: true },
      content: { type: 'string', required: true, aliases: ['contents', 'text', 'file_text', 'file_content', 'body'] },
    },
    async ({ path, content }) => {
      refuseOmissions(content)
      const { isNew, ...change } = await writeWhole(shop.root, path, content)
      const size = `Wrote ${change.shown} (${Buffer.byteLength(content)} bytes).`
      // The model has just written a new file: it needs no copy.
      return size + (await changeReport(shop, isNew ? { ...change, before: content } : change))
    },
  )

const omission =
  /^[^\S\r\n\u2028\u2029]*((\/\/|#|--|\/\*|<!--)\s*)?(\.\.\.|…)\s*\(?(rest|remainder|remaining|existing|unchanged|other) (of )?(the )?(code|file|methods?|functions?|lines?|content|implementation|unchanged)/im

/** A whole file with a stand-in for omitted text would lose that text. */
const refuseOmissions = (content: string) => {
  const found = omission.exec(content)?.[0].trim()
  if (found)
    throw new ToolRefusal(`The text holds “${found.slice(0, 80)}” in place of code. Write all of it, or use edit.`)
}
