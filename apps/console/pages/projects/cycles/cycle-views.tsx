import { paths } from '../../../paths.ts'
import { ViewLinks } from '../../../parts/tabs.tsx'
import { useProjectWords } from '../../../words/project/index.ts'

/** Links to the cycles of a project as a list, as a board and as a roadmap. */
export const CycleViews = ({ projectId }: { readonly projectId: string }) => {
  const { board, tabs } = useProjectWords()
  const list = paths.cycles(projectId)
  return (
    <nav className="seg" aria-label={board.view}>
      <ViewLinks
        views={[
          { name: board.views.list, to: list },
          { name: board.views.board, to: `${list}?view=board` },
          { name: tabs.roadmap, to: paths.roadmap(projectId) },
        ]}
      />
    </nav>
  )
}
