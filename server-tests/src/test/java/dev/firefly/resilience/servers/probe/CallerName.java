package dev.firefly.resilience.servers.probe;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;

/** Who calls, as the container of the EJB sees it. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class CallerName {
    @Resource
    SessionContext context;

    /** The name with which the caller has logged in. */
    public String get() {
        return context.getCallerPrincipal().getName();
    }
}
