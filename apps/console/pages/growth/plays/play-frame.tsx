import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useReply } from '../../../api/use-operation.ts'
import { Top, useTitle } from '../../../parts/page.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthPlayWords } from '../../../words/growth-plays/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { PlayRead } from './play.ts'
import '../../settings/settings.css'
import './plays.css'

interface PlayFrameProps {
  readonly read: PlayRead
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The top bar and the tabs of a play's pages. */
export const PlayFrame = ({ read: { play, results }, isWide = false, children }: PlayFrameProps) => {
  const words = useGrowthPlayWords()
  const { growth } = useWords()
  const project = useReply(getGrowthProject, { params: { projectId: play.growthProjectId } })
  // A person decides about both: drafts, and mails of which it is unknown whether they were sent.
  const waiting = results.drafts + results.unknown
  useTitle(play.name, words.title)
  return (
    <>
      <Top
        crumbs={[
          { name: growth, to: paths.growth },
          { name: project.name, to: paths.growthProject(project.id) },
          { name: words.title, to: paths.growthPlays(project.id) },
          { name: play.name, to: paths.growthPlay(play.id) },
        ]}
      />
      <Tabs label={words.tabs.label}>
        <NavLink to={paths.growthPlay(play.id)} end>
          {words.tabs.play}
        </NavLink>
        <NavLink to={paths.growthMails(play.id)}>
          {words.tabs.mails}
          {waiting > 0 ? <span className="quiet">{waiting}</span> : null}
        </NavLink>
        <NavLink to={paths.growthPlayLeads(play.id)}>{words.tabs.leads}</NavLink>
        <NavLink to={paths.growthResults(play.id)}>{words.tabs.results}</NavLink>
      </Tabs>
      <div className={isWide ? 'page' : 'page read'}>
        {project.archivedAt === null ? null : <p className="note archived-note">{words.archivedProject}</p>}
        {children}
      </div>
    </>
  )
}
