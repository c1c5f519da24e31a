import type { Order } from '@regrove/sdk';
import { useIsProjectComplete } from '../../api/use-projects.js';
import { useCarbonProjects } from './use-carbon-projects.js';

/** Whether one of the order's projects takes nothing more, so that the order cannot be placed as it is. */
export function useHasCompleteProject(order: Order): boolean {
  const isComplete = useIsProjectComplete();
  const carbon = useCarbonProjects().data ?? [];
  return (
    order.biomass_project_ids.some(isComplete) ||
    carbon.some(({ id, status }) => status === 'complete' && order.carbon_project_ids.includes(id))
  );
}
