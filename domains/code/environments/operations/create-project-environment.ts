import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { faultsOf } from '../config.ts'
import { createProjectEnvironment } from '../contract.ts'
import { environmentAuditSubject, presentEnvironment } from '../present.ts'
import { environmentsMost } from '../rules.ts'
import { environmentsOf, insertEnvironment } from '../store.ts'

export default handle(createProjectEnvironment, async ({ tx, params, body, now, fail, invalid, absent, created }) => {
  const { projectId } = params
  const { label, config, isActive = true } = body
  const faults = faultsOf(config)
  if (faults.length > 0) return invalid(faults)
  if (!(await lockProject(tx, projectId))) return absent()
  if ((await environmentsOf(tx, projectId)).length >= environmentsMost) return fail.tooMany()
  const added = { id: uuidv7(), projectId, label, config, isActive, createdAt: now }
  const row = await insertEnvironment(tx, added)
  return created(presentEnvironment(row), environmentAuditSubject(row))
})
