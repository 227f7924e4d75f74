export { openRelayServer, reach, type Relay, type RelayServer, type RelayTarget } from './relay.ts'
