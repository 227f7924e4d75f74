import { handle } from '../../../platform/handler/index.ts'
import { removeSkill, putSkill, skillsOf } from './store.ts'
import { lockProject } from '../../code/projects/index.ts'
import { skillsMost, headOf } from './rules.ts'
import * as contract from './contract.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { ImportedSkill } from './contract.ts'
import type { SkillRow } from './tables.ts'

const presentSkill = ({ slug, content, createdAt, updatedAt }: SkillRow): Static<typeof ImportedSkill> => ({
  slug,
  ...headOf(slug, content),
  createdAt,
  updatedAt,
  sizeBytes: Buffer.byteLength(content),
})

const deleteProjectSkill = handle(contract.deleteProjectSkill, async ({ tx, params: { id, slug }, ok }) => {
  const wasThere = await removeSkill(tx, id, slug)
  const about = {
    resource: ['project', id],
    within: { projectId: id },
    metadata: { slug: slug.slice(0, 100) },
  } as const
  return ok({ deleted: true }, wasThere ? about : { ...about, repeated: true })
})

const importProjectSkill = handle(
  contract.importProjectSkill,
  async ({ tx, params, body, now, fail, absent, created }) => {
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
  },
)

const listProjectSkills = handle(contract.listProjectSkills, async ({ tx, params, ok }) =>
  ok((await skillsOf(tx, params.id)).map(presentSkill)),
)

export default { importProjectSkill, listProjectSkills, deleteProjectSkill }
