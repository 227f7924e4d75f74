import { Type } from 'typebox'
import { markedData, replyOf } from '../marked-data.ts'
import { isRefusal, patchesOf, readEvidence } from '../read-evidence.ts'
import { tool } from '../tool.ts'

export const readDiff = tool({
  name: 'read_diff',
  description: 'Read the changes of a cycle, and the verdict of the review.',
  schema: Type.Object(
    { cycleId: Type.String(), taskId: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  isReadOnly: true,
  run: async ({ cycleId, taskId }, { api }) => {
    const evidence = await readEvidence(api, cycleId, taskId)
    if (isRefusal(evidence)) return replyOf(evidence)
    if (evidence.length === 0) return { text: 'No task of this cycle has changed anything yet.' }
    const verdicts = evidence.map(({ taskId: id, verdict }) => {
      const { outcome = 'not judged yet', reasons = [] } = verdict ?? {}
      return JSON.stringify({ taskId: id, outcome, reasons })
    })
    return { text: markedData([...verdicts, patchesOf(evidence)].join('\n'), 'Verdicts and patches.') }
  },
})
