import CloudOff from 'lucide-react/icons/cloud-off'
import { useIsLost } from '../../api/connection.ts'
import './connection-banner.css'

/** Says that the server does not answer; read out when it appears. */
export const ConnectionBanner = ({ text }: { readonly text: string }) => (
  <div role="status">
    {useIsLost() ? (
      <div className="banner">
        <CloudOff className="i" aria-hidden="true" />
        {text}
      </div>
    ) : null}
  </div>
)
