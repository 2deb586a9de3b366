/** Requests of one route are told apart by their method; rows from before it was known have none. */
export const methods0005 = `
ALTER TABLE operations ADD COLUMN method text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE operations DROP CONSTRAINT operations_project_id_service_kind_route_key;
ALTER TABLE operations ADD UNIQUE (project_id, service, kind, route, method);
`;
