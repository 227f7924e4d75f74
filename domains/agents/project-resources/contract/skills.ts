import { Type } from 'typebox'
import { conflict, operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import { DeletedAck, namedObject, text, Time } from '../../../../platform/contract/schema.ts'

const slug = () => text(1, 100, { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', examples: ['write-migrations'] })

export const ImportSkill = namedObject('ImportSkill', {
  content: text(1, 200_000, {
    examples: ['---\nname: Migrations\ndescription: How tables change here\n---\nAdd a file.\n'],
  }),
  slug: slug(),
})

export const ImportedSkill = namedObject('ImportedSkill', {
  slug: slug(),
  name: Type.String({ examples: ['Migrations'] }),
  description: Type.String({ examples: ['How tables change here'] }),
  sizeBytes: Type.Integer({ minimum: 1 }),
  createdAt: Time,
  updatedAt: Time,
})

const access = toAgencyWho('manage', 'project', 'params.id')

export const importProjectSkill = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/resources/skill',
  summary: 'Import a skill for a project’s agents. Replaces one with the same slug',
  reach: { page: '/projects/{id}/agents' },
  access,
  body: ImportSkill,
  replies: { 201: ImportedSkill },
  errors: {
    tooMany: conflict({
      code: 'too_many_skills',
      message: 'A project has at most 20 skills. Delete an unneeded skill.',
    }),
  },
  audit: { action: 'skill.import', category: 'update', event: 'skill.imported' },
})

export const listProjectSkills = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/resources/skills',
  summary: 'List the skills of a project, by slug',
  reach: 'call',
  access,
  replies: { 200: Type.Array(ImportedSkill) },
  audit: { refusals: 'skill.list' },
})

export const deleteProjectSkill = operation({
  method: 'DELETE',
  path: '/v1/api/projects/{id}/resources/skills/{slug}',
  summary: 'Delete a skill. Succeeds also when it does not exist',
  reach: { page: '/projects/{id}/agents' },
  access,
  replies: { 200: DeletedAck },
  audit: { action: 'skill.delete', category: 'delete', event: 'skill.deleted' },
})
