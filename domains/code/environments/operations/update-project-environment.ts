import { faultsOfName } from '../../../../platform/contract/schema.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { faultsOf } from '../config.ts'
import { updateProjectEnvironment } from '../contract.ts'
import { environmentAuditSubject, presentEnvironment } from '../present.ts'
import { changeEnvironment, environmentsOf } from '../store.ts'

export default handle(updateProjectEnvironment, async ({ tx, params, body, now, invalid, absent, ok }) => {
  const { config, ...fields } = body
  if (!(await lockProject(tx, params.projectId))) return absent()
  const id = params.id
  const { label } = (await environmentsOf(tx, params.projectId)).find((one) => one.id === id) ?? absent()
  const faults = [...faultsOfName('label', body.label, [label]), ...(config ? faultsOf(config) : [])]
  if (faults.length > 0) return invalid(faults)
  const change = { ...fields, ...(config && { config }) }
  const row = (await changeEnvironment(tx, params, change, now)) ?? absent()
  return ok(presentEnvironment(row), environmentAuditSubject(row))
})
