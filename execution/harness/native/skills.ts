import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HarnessSkill } from '../job.ts'

const fileOf = (scratch: string, slug: string) => join(scratch, 'skills', slug, 'SKILL.md')

/** Puts the skills in a place that the read tool can read: the scratch folder, since the worktree is the change. */
export const writeSkills = async (scratch: string, skills: readonly HarnessSkill[]): Promise<void> => {
  for (const { slug, content } of skills) {
    const file = fileOf(scratch, slug)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, content, { mode: 0o400, flag: 'wx' })
  }
}

/** The model's text about skills: the subject and the path of each. */
export const aboutSkills = (scratch: string, skills: readonly HarnessSkill[]): string => {
  const lines = skills.map(
    ({ slug, name, description }) =>
      `- ${name}${description === '' ? '' : `: ${description}`} (${fileOf(scratch, slug)})`,
  )
  return `Skills of this project, which say how certain work is done here. Before you do what one is about, read it with the read tool, by its full path:\n\n${lines.join('\n')}`
}
