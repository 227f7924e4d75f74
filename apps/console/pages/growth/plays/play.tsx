import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import type { ReactNode } from 'react'
import { NavLink, useParams, type LoaderFunctionArgs } from 'react-router'
import { useReply, prefetch } from '../../../api/use-operation.ts'
import { Top, useTitle } from '../../../parts/page.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthPlayWords } from '../../../words/growth-plays/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { listGrowthMessages } from '../../../../../domains/growth/messages/contract.ts'
import { getGrowthPlay } from '../../../../../domains/growth/sending/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
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

/** A play with its results and its last run of drafts. */
export type PlayRead = Reply<typeof getGrowthPlay>
export type Play = PlayRead['play']
type MailStatus = Reply<typeof listGrowthMessages>[number]['status']

export const playInput = (playId: string) => ({ params: { playId } })

/** The loader of the pages of a play. */
export const loadPlay = ({ params }: LoaderFunctionArgs) => prefetch(getGrowthPlay, playInput(params.playId!))

/** The play of the page's address. */
export const usePlay = (): PlayRead => useReply(getGrowthPlay, playInput(useParams().playId!))

/** The input of `listGrowthMessages` for the mails of a play in a state. */
export const mailsOf = ({ id, growthProjectId }: Play, status: MailStatus) => ({
  params: { projectId: growthProjectId },
  query: { playId: id, status },
})

/** How many leads a play has, in any state. */
export const leadsIn = ({ leads }: Pick<PlayRead['results'], 'leads'>): number =>
  leads.new + leads.queued + leads.ended + leads.disqualified

/** A part of a whole in hundredths of a percent, rounded to whole percents. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : 100 * Math.round((100 * part) / whole)

/** The failure of an action on a play, in words. */
export const PlayRefusal = ({ error }: { readonly error: unknown }) => (
  <Refusal error={error} codes={useGrowthPlayWords().codes} />
)
