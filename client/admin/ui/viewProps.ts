export interface ViewProps {
  /** Whether it is shown; screens of hidden tabs stay mounted. */
  active: boolean
}
