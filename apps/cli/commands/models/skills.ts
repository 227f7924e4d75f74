import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import {
  deleteProjectSkill,
  importProjectSkill,
  listProjectSkills,
} from '../../../../domains/agents/project-resources/contract.ts'
import type { Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, usage } from '../../failure.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { showRows } from '../../terminal/output.ts'
import { printable } from '../../terminal/text.ts'

type Skill = Reply<typeof importProjectSkill>

interface SkillOptions extends ProjectOption {
  readonly slug?: string
}

/** `atelier skills`: prints the skills of a project's agents, by slug. */
export const listSkills = async (session: Session, options: SkillOptions): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const rows = await client.call(listProjectSkills, { params: { id } })
  showRows(session.output, rows, textOf, `This project has no skill yet: ${atelier} skills import SKILL.md`)
}

/** `atelier skills import`: imports a Markdown file as a skill; replaces a skill with the same slug. */
export const importSkill = async (session: Session, path: string, options: SkillOptions): Promise<void> => {
  const slug = options.slug ?? slugOf(path)
  if (slug === '') throw usage(`“${printable(path)}” gives no slug. Say one: --slug write-migrations`)
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw absent('no_file', `${printable(path)} cannot be read (${error.code}).`)
  })
  const { client, id } = await openProject(session, options)
  const skill = await client.call(importProjectSkill, { params: { id }, body: { slug, content } })
  session.output.show(skill, textOf(skill))
}

/** `atelier skills delete`: deletes a skill; running runs still have it. */
export const deleteSkill = async (session: Session, slug: string, options: SkillOptions): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const rows = await client.call(listProjectSkills, { params: { id } })
  if (!rows.some((row) => row.slug === slug))
    throw absent('no_skill', `This project has no skill “${printable(slug)}”. ${atelier} skills lists them.`)
  const { deleted } = await client.call(deleteProjectSkill, { params: { id, slug } })
  session.output.show({ slug, deleted }, `${slug} is deleted.`)
}

/** The slug of a skill's file, which is kept as `write-migrations/SKILL.md` or as `write-migrations.md`. */
const slugOf = (path: string) => {
  const name = basename(path).replace(/\.[^.]*$/, '')
  return (name.toLowerCase() === 'skill' ? basename(dirname(resolve(path))) : name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100)
    .replace(/-$/, '')
}

const textOf = ({ slug, name, description, sizeBytes }: Skill) =>
  [`${slug}  ${printable(name)}  ${sizeBytes} bytes`, ...(description ? [`  ${printable(description)}`] : [])].join(
    '\n',
  )
