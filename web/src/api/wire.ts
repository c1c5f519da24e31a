// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

export interface components {
    schemas: {
        /** ApiKey */
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string | null;
            revision: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
        };
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
        /** CreatedApiKey */
        CreatedApiKey: {
            /** Format: uuid */
            id: string;
            name: string | null;
            revision: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            key: string;
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
        /** ExpandedInvoice */
        ExpandedInvoice: {
            /** Format: uuid */
            id: string;
            number: string;
            /** Format: uuid */
            account_id: string;
            account_name: string;
            month: string;
            currency: string;
            total: number;
            total_exact: string;
            line_count: number;
            /** Format: date-time */
            created_at: string;
            lines: {
                /** @enum {string} */
                kind: "biomass" | "carbon";
                /** Format: uuid */
                offset_id: string;
                /** Format: uuid */
                project_id: string;
                project_name: string;
                /** Format: date-time */
                date: string;
                pages: number | null;
                trees: number | null;
                mtco2e: number | null;
                price: string;
                amount: number;
            }[];
        };
        /** Invoice */
        Invoice: {
            /** Format: uuid */
            id: string;
            number: string;
            /** Format: uuid */
            account_id: string;
            account_name: string;
            month: string;
            currency: string;
            total: number;
            total_exact: string;
            line_count: number;
            /** Format: date-time */
            created_at: string;
        };
        /** InvoiceLine */
        InvoiceLine: {
            /** @enum {string} */
            kind: "biomass" | "carbon";
            /** Format: uuid */
            offset_id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            /** Format: date-time */
            date: string;
            pages: number | null;
            trees: number | null;
            mtco2e: number | null;
            price: string;
            amount: number;
        };
        /** NewApiKey */
        NewApiKey: {
            name?: string | null;
            revision?: string | null;
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

export type ApiKey = components['schemas']['ApiKey'];
export type CarbonProject = components['schemas']['CarbonProject'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type Estimate = components['schemas']['Estimate'];
export type ExpandedInvoice = components['schemas']['ExpandedInvoice'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceLine = components['schemas']['InvoiceLine'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type ListedOffset = components['schemas']['ListedOffset'];
export type OrderedPaper = components['schemas']['OrderedPaper'];
