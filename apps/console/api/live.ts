import type { EventIds } from '../../../platform/contract/index.ts'
import { follow, type FollowOptions } from './follow.ts'

/** An event of the workspace, as far as pages need it: the details are in their next reads. */
export interface WorkspaceEvent extends EventIds {
  readonly eventType: string
}

/** `begun`: earlier events are not reported. `lost` and `back`: the server is away, and is up again. */
export type StreamUpdate =
  | { readonly is: 'begun' | 'lost' | 'back' }
  | { readonly is: 'event'; readonly happening: WorkspaceEvent }

interface LiveOptions extends Pick<FollowOptions, 'open' | 'signal' | 'pauseMs'> {
  /** Names the stream: tabs of a browser with the same name share it. */
  readonly name: string
  readonly tell: (news: StreamUpdate) => void
}

interface SharedUpdate {
  readonly news: StreamUpdate
  /** The newest event that the stream has given. */
  readonly last: string
}

/**
 * Reports events until `signal` aborts, with one stream for all tabs of a browser: the tab that holds the lock reads it
 * and passes it on; when it closes, another tab continues behind the last event that was passed. A browser without
 * locks, as on a page without TLS, has one stream for each tab. Throws a refusal that stays.
 */
export const live = async ({ name, open, signal, pauseMs, tell }: LiveOptions): Promise<void> => {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  const channel = locks && new BroadcastChannel(name)
  let last = ''
  const hear = ({ data }: { readonly data: unknown }) => {
    const passed = data as SharedUpdate
    last = passed.last
    tell(passed.news)
  }
  if (channel) channel.onmessage = hear
  const say = (news: StreamUpdate, id = last) => {
    last = id
    channel?.postMessage({ news, last } satisfies SharedUpdate)
    tell(news)
  }
  const lead = () =>
    follow({
      open,
      last,
      signal,
      ...(pauseMs && { pauseMs }),
      onOpen: () => say({ is: 'back' }),
      onLost: () => say({ is: 'lost' }),
      onFrame: ({ event, id, data }) => {
        // Where the stream continues behind the last event, nothing is missing.
        if (event !== 'ready') say({ is: 'event', happening: happeningIn(data) }, id)
        else if (id !== last) say({ is: 'begun' }, id)
      },
    })
  try {
    await (locks ? locks.request(name, { signal }, lead) : lead())
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    channel?.close()
  }
}

const happeningIn = (data: string): WorkspaceEvent => {
  const { eventType, entityId, projectId, cycleId, taskId } = JSON.parse(data) as WorkspaceEvent
  return { eventType, entityId, projectId, cycleId, taskId }
}
