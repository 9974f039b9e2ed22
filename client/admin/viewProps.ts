/** What every screen is told. */
export interface ViewProps {
  /** Whether it is on show; kept views go on living while it is not. */
  active: boolean
}
