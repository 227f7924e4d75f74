import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { importProjectSkill } from '../contract.ts'
import { presentSkill } from '../present.ts'
import { skillsMost } from '../rules.ts'
import { putSkill, skillsOf } from '../store.ts'

export default handle(importProjectSkill, async ({ tx, params, body, now, fail, absent, created }) => {
  if (!(await lockProject(tx, params.id))) return absent()
  const others = (await skillsOf(tx, params.id)).filter(({ slug }) => slug !== body.slug)
  if (others.length >= skillsMost) return fail.tooMany()
  const skill = presentSkill(await putSkill(tx, params.id, body, now))
  const { slug, sizeBytes } = skill
  return created(skill, {
    resource: ['project', params.id],
    within: { projectId: params.id },
    metadata: { slug, sizeBytes },
  })
})
