// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

export interface components {
    schemas: {
        /** CarbonProject */
        CarbonProject: {
            /** Format: uuid */
            id: string;
            name: string;
            type: string;
            registry_name: string;
            price_per_tonne: number;
            /** @enum {string} */
            status: "active" | "complete";
        };
        /** Estimate */
        Estimate: {
            standard_pages: number;
            mass: number;
            trees: number;
            footprint: number;
            mtco2e: number;
            biomass_price: number;
            carbon_price: number;
            price: number;
            currency: string;
        };
        /** ListedOffset */
        ListedOffset: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            /** Format: uuid */
            order_id: string | null;
            /** Format: uuid */
            quote_id: string | null;
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            certificate_id: string;
            /** Format: date-time */
            date: string;
            pages: number;
            trees: number;
            is_locked: boolean;
            settled_month: string | null;
        };
        /** OrderedPaper */
        OrderedPaper: {
            biomass_project_settings?: {
                /** Format: uuid */
                project_id: string;
                percentage?: number | null;
            }[] | null;
            carbon_project_settings?: {
                /** Format: uuid */
                project_id: string;
                percentage?: number | null;
            }[] | null;
            items: {
                quantity?: number | null;
                /** @default 0.2159 */
                width?: number | null;
                /** @default 0.2794 */
                length?: number | null;
                /** @default 75 */
                gsm?: number | null;
                mass?: number | null;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type CarbonProject = components['schemas']['CarbonProject'];
export type Estimate = components['schemas']['Estimate'];
export type ListedOffset = components['schemas']['ListedOffset'];
export type OrderedPaper = components['schemas']['OrderedPaper'];
