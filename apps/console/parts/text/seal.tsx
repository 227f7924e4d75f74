import './seal.css'

const bars = 16

/** Sixteen bars for the first digits of a SHA-256, and its first eight digits: the same bytes look the same everywhere. */
export const Seal = ({ sha256 }: { readonly sha256: string }) => (
  <span className="seal" title={sha256}>
    <svg className="seal-bars" viewBox="0 0 63 18" aria-hidden="true">
      {Array.from(sha256.slice(0, bars), (digit, at) => {
        const height = 3 + Number.parseInt(digit, 16)
        return <rect key={at} x={at * 4} y={9 - height / 2} width="3" height={height} rx=".6" />
      })}
    </svg>
    <span>
      {sha256.slice(0, 4)} {sha256.slice(4, 8)}
    </span>
  </span>
)
