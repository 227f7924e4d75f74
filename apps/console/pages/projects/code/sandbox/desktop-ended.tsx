import { useProjectWords } from '../../../../words/project/index.ts'
import type { SessionEnd } from './sandbox-socket.ts'
import { SessionEnded } from './session-ended.tsx'

/** A sentence of the server is shown as it is: it has the reason why the access or the desktop ended. */
export const DesktopEnded = ({ end: { how, text } }: { readonly end: SessionEnd }) => {
  const words = useProjectWords().desktop
  return <SessionEnded said={text || words.ended[how]} />
}
