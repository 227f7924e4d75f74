import dagre from '@dagrejs/dagre'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormat } from '../../../../format.ts'
import { EmptyPanel } from '../../../../parts/feedback/empty.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { PartialRows } from '../../../../parts/list/partial-rows.tsx'
import { withParam } from '../../../../paths.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { isMerged, taskBadge, type Request, type Task, type Usage } from './cycle-tasks.ts'

const node = { width: 226, height: 68 }
const margin = 18
const drawnMost = 30

type Edges = readonly Pick<Task, 'id' | 'dependsOn'>[]

/** The place of each task, in columns by the tasks that it waits for. It does not depend on the states of the tasks. */
const layout = (tasks: Edges) => {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 36, marginx: margin, marginy: margin })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of tasks) graph.setNode(id, { ...node })
  for (const { id, dependsOn } of tasks)
    for (const before of dependsOn) if (graph.hasNode(before)) graph.setEdge(before, id)
  dagre.layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number }
  return { width, height, at: (id: string) => graph.node(id) as { readonly x: number; readonly y: number } }
}

interface GraphProps {
  readonly tasks: readonly Task[]
  readonly requests: readonly Request[]
  readonly usage: Usage | undefined
  readonly selected: Task | undefined
}

export const TaskGraph = (props: GraphProps) => {
  const { tasks } = props
  const words = useWords().cycle
  if (tasks.length === 0) {
    return <EmptyPanel glyph="draft" title={words.noTasks} text={words.noTasksText} />
  }
  // Tasks that do not wait for each other are a list, as a drawing would have a single column.
  const isList = tasks.length > drawnMost || tasks.every(({ dependsOn }) => dependsOn.length === 0)
  return (
    <section className={isList ? 'graph is-list' : 'graph'} aria-label={words.graph}>
      {isList ? <Nodes {...props} /> : <Drawn {...props} />}
    </section>
  )
}

const Drawn = (props: GraphProps) => {
  const edges = JSON.stringify(props.tasks.map(({ id, dependsOn }) => ({ id, dependsOn })))
  const { width, height, at } = useMemo(() => layout(JSON.parse(edges) as Edges), [edges])
  return (
    <div style={{ width, height }}>
      <svg className="edges" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {props.tasks.flatMap((task) =>
          task.dependsOn.map((before) => {
            const from = props.tasks.find(({ id }) => id === before)
            if (!from) return null
            const a = at(before)
            const b = at(task.id)
            const left = a.x + node.width / 2
            const right = b.x - node.width / 2
            const bend = (right - left) * 0.6
            const path = `M${left} ${a.y}C${left + bend} ${a.y} ${right - bend} ${b.y} ${right} ${b.y}`
            return <path key={before + task.id} className={isMerged(from) ? 'go' : 'soon'} d={path} />
          }),
        )}
      </svg>
      <Nodes {...props} at={at} />
    </div>
  )
}

interface NodesProps extends GraphProps {
  readonly at?: ReturnType<typeof layout>['at']
}

const Nodes = ({ tasks, requests, usage, selected, at }: NodesProps) => {
  const words = useWords()
  const { dollars } = useFormat()
  const [query] = useSearchParams()
  const costs = new Map(usage?.tasks.map(({ taskId, costUsd }) => [taskId, costUsd]))
  return (
    <PartialRows rows={tasks}>
      {(task) => {
        const { id, title } = task
        const { glyph, text } = taskBadge(task, tasks, requests, words.states)
        const cost = costs.get(id)
        const place = at?.(id)
        return (
          <Link
            key={id}
            className={id === selected?.id ? 'node on' : 'node'}
            style={place && { left: place.x - node.width / 2, top: place.y - node.height / 2 }}
            to={withParam(query, 'task', id)}
            aria-current={id === selected?.id || undefined}
            replace
            preventScrollReset
          >
            <span className="line">
              <Glyph name={glyph} />
              <b className="cut" dir="auto" title={title}>
                {title}
              </b>
            </span>
            <small>
              <span className="cut">{text}</span>
              <span>{cost === undefined ? '' : dollars(cost)}</span>
            </small>
          </Link>
        )
      }}
    </PartialRows>
  )
}
