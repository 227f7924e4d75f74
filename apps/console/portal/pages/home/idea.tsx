import { Suspense } from 'react'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { useAgency } from '../../parts/use-agency.tsx'
import { usePortalReplyLater, useCurrentPortal } from '../../current-portal.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { latePart } from '../../../shell/late-code.ts'
import { usePortalWords } from '../../../words/portal/index.ts'

// The first page of a visit loads without the code of the form, which only some clients have.
const IdeaForm = latePart(async () => (await import('../../parts/idea-form.tsx')).IdeaForm)

/** An idea becomes a project of its own if the client may begin one; else it is a message in a project. */
export const Idea = () => {
  const words = usePortalWords()
  const { name } = useAgency()
  const { slug, canCreateProjects, isOnlyClient } = useCurrentPortal()
  const projects = usePortalReplyLater(listProjects, {}, isOnlyClient && !canCreateProjects)
  if (canCreateProjects && isOnlyClient)
    return (
      <Suspense fallback={null}>
        <IdeaForm />
      </Suspense>
    )
  if (!projects || projects.length === 0) return null
  return (
    <section className="sect">
      <h2>{words.idea.title}</h2>
      <TextLink to={projects.length === 1 ? portalPaths.project(slug, projects[0]!.id) : portalPaths.projects(slug)}>
        {words.idea.inProject(name)}
      </TextLink>
    </section>
  )
}
