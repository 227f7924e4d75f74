import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { replaceGrowthBrain } from '../contract.ts'
import { readBrainOf } from '../read-project.ts'
import { plainText, replacedStatements } from '../rules.ts'
import { lockGrowthProject, saveBrainVersion } from '../store.ts'
import { insertBrain, statementsOf } from '../store-brain.ts'

const unknownStatement = (at: number) => ({
  path: `statements[${at}].id`,
  message: 'is no statement of this version, or is named twice',
  rule: 'exists',
})
const emptyStatement = (at: number) => ({ path: `statements[${at}].text`, message: 'says nothing', rule: 'minLength' })

export default handle(replaceGrowthBrain, async ({ tx, params, body, caller, now, absent, fail, invalid, ok }) => {
  const { projectId: id } = params
  const project = (await lockGrowthProject(tx, id)) ?? absent()
  if (project.archivedAt !== null) return fail.archived()
  if (project.brainVersion !== body.version) return fail.changed()
  const typed = body.statements.map((one) => ({ ...one, text: plainText(one.text) }))
  const empty = typed.flatMap(({ text }, at) => (text === '' ? [emptyStatement(at)] : []))
  if (empty.length > 0) return invalid(empty)
  const before = await statementsOf(tx, { growthProjectId: id, version: body.version })
  const replaced = replacedStatements(before, typed, uuidv7)
  if ('unknown' in replaced) return invalid(replaced.unknown.map(unknownStatement))
  const version = body.version + 1
  const brain = {
    growthProjectId: id,
    version,
    source: 'person',
    growthRunId: null,
    writtenBy: caller.userId,
    now,
  } as const
  await insertBrain(tx, brain, replaced.statements)
  await saveBrainVersion(tx, id, version)
  const saved = await readBrainOf(tx, { ...project, brainVersion: version })
  return ok(saved!, {
    resource: ['growth_brain', id],
    parent: ['growth_project', id],
    metadata: { version, statements: replaced.statements.length },
  })
})
