export { networkOf, openPlaces, type PlaceHolder, type Places, type SilentHolder, pools } from './places.ts'
export { retryPauseMs, NoTurn, openTurns, type TurnInput, type Turns, unlessAborted } from './turns.ts'
