import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { updateProject } from '../contract.ts'
import { presentProject } from '../present.ts'
import { changed } from '../rules.ts'
import { lockNames, lockProject, projectNamed, updateProjectRow } from '../store.ts'

export default handle(updateProject, async ({ tx, params, body, now, fail, absent, ok }) => {
  const project = (await lockProject(tx, params.id)) ?? absent()
  if (body.name && (await isTaken(tx, body.name, project.id))) return fail.nameTaken()
  const updated = (await updateProjectRow(tx, changed(project, body, now))) ?? absent()
  return ok(presentProject(updated), {
    resource: ['project', updated.id],
    within: { projectId: updated.id },
    metadata: { fields: Object.keys(body) },
  })
})

const isTaken = async (tx: Transaction, name: string, by: string) => {
  await lockNames(tx)
  const holder = await projectNamed(tx, name)
  return holder !== undefined && holder.id !== by
}
